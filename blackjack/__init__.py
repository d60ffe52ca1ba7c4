"""The rules of four blackjack games: pure functions over immutable values, standard library only."""
