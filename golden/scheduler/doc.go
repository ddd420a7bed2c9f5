// Package scheduler is a reference model of what decides which context runs: run lists,
// causes of a switch, time slices, waits, returns, page faults, and the entries of the
// context status buffer. It follows docs/scheduling.md, docs/commands.md and
// docs/decisions, and imports nothing of the machine but register numbers. Its structure is in places that of
// the CSP (docs/plan.md), so it is no second opinion on what a rule means.
//
// The model is told, cycle by cycle, what crosses the connections of the command stream
// processor (CSP): commands of the CPU, fetches and what they bring, answers of the MXU,
// reports on the datapaths, tokens. It says what the CSP must put there in the same
// cycle, and every word of every entry. A CSP that does something else, or does it earlier or
// later, is a Breach.
package scheduler
