package alu

// Fractions of 1 in 2^-64, the coefficients of series.
const (
	half         = 1 << 63
	third        = (1<<64 - 1) / 3
	quarter      = 1 << 62
	fifth        = (1<<64 - 1) / 5
	sixth        = (1<<64 - 1) / 6
	seventh      = (1<<64 - 1) / 7
	twentieth    = (1<<64 - 1) / 20
	twentyFourth = (1<<64 - 1) / 24
	thirtieth    = (1<<64 - 1) / 30
	fortySecond  = (1<<64 - 1) / 42
	fiftySixth   = (1<<64 - 1) / 56
)
