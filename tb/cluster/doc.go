// Package cluster runs clusters of multiprocessors on a bench, in lockstep with the reference simulator.
package cluster
