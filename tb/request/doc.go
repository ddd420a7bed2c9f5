// Package request reads what a verb is asked to do: which scene is drawn on which machine, how large, with which kernels and
// contexts, and which files it takes and leaves. What comes of it is Work: a configuration, and contexts in memory with what golden
// draws of them. A request that makes no sense is a UsageError.
//
// cmd/tilemark makes requests of flags; tb/runs runs them.
package request
