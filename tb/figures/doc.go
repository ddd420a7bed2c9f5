// Package figures has tests that predict figures: what a parameter of the machine promises (a number of things under way, a time, a
// size), and what reports of a run say (fill of connections, activity of blocks). Each is counted at the connections, by means of its
// own. There is no code besides.
package figures
