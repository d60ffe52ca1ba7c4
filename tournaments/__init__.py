"""Why hands are played: tournaments from draft to champion, their entries, rounds, money and pages."""
