// Package mutants runs a regression once for each known bug of tb/bugs, until a case notices it, shrinks what noticed it, and keeps
// that in the database. It exists in builds with the tag `faults` alone, which have the bugs; `tilemark regress mutants` runs it.
package mutants
