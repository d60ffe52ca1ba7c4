"""The casino kernel: one hand of all seats in games A and B, as plain functions over flat lists of ints.

How to read it. `casino_layout.py` names every int. A round is played by

    state = prepare(stacks, bets, pairs, pointer)     the caller's, seats already in dealing order
    deal(rules, shoe, state, log)                     cards, pair bets, up to the first decision
    legal(rules, state, seat) -> mask                 what this seat may do now; 0: it is not asked
    bounds(rules, state, seat, action) -> low, high   chips that action may put down; equal where fixed
    apply(rules, shoe, state, log, seat, action, amount)   one decision, then on to the next one
    settle(rules, shoe, state, log)                   when state[PHASE] is P_DEALER: dealer, payment

* `rules` is `pack(GameRules)`. `shoe` is a list of cards 0..51 (suit * 13 + rank, fairness.md) in dealing order,
  long enough for the round: `shoe.continuation` lengthens one that may run out.
* Nothing is checked: the caller asks `legal` and `bounds` first. A list is changed in place: copy it before.
* `amount` is the chips of a double, split or insurance; 0 means `high` of `bounds`. Other actions ignore it.
* In P_INSURANCE every seat with ASKED set may answer, in any order; the phase ends with the last answer. In
  P_SURRENDER (early surrender) and P_TURNS the one seat that may act is state[TURN_SEAT].
* Split hands go right of the hand split, later hands move up by one: the numbers in events are those of that moment.
* STACK holds free chips. Stakes leave it when they are placed; what is won comes back at once, so a table that
  hides a seat's results (secret bet) shows that seat's chips of the start of the hand instead.
* `log` is `new_log()`; events are four ints, read with `take_events`. A card face down is E_HOLE until E_HOLE_SHOWN.
  E_SETTLED and E_INSURANCE_SETTLED say what each hand and seat got back and come once a hand, except that a bust
  settled with 0 is settled again when bj_loss=original gives a part of it back.

It is written in the subset of Python that numba compiles: ints, lists, if, while, for range, functions.
"""
