// Package scheduler is a reference model of what decides which context runs: run lists, causes of a switch, time slices, waits, returns, page faults,
// and the entries of the context status buffer. It was written from docs/scheduling.md and docs/commands.md, not from the CSP's source, and imports nothing of
// that but register numbers.
//
// The model is told, cycle by cycle, what crosses the connections of the command stream processor (CSP): commands of the CPU, fetches and what they bring,
// answers of the MXU, reports on the datapaths, tokens. It says what the CSP must put there in the same cycle, and every word of every entry. A CSP that
// does something else, or does it earlier or later, is a Breach.
//
// What has come is kept as facts of lives: a life is a context's time in a slot (life.go). What the CSP may do is a predicate
// of facts, of the lists, and of the few times at which something is due. A cycle has three parts: what comes makes facts (step.go); what
// follows from them is put into a forecast of the cycle (causes.go, leaving.go, walk.go, waits.go); the forecast is compared with what the CSP has done (forecast.go).
package scheduler
