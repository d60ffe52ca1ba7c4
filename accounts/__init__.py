"""Who people are, what they may do, and the ledger of what they paid and are owed."""
