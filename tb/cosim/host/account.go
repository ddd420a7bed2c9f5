package host

import (
	"tilemark/hw/blocks/csp"
)

// Account is what became of the contexts of a session that a driver schedules. It is kept
// for runs, not for sweeps.
type Account struct {
	s        *Host
	contexts []ContextAccount
}

// ContextAccount is what became of a context; cycles count from the machine's start.
type ContextAccount struct {
	Arrived uint64 // cycle in which the driver could see its work
	Started uint64 // cycle of its first start
	Ended   uint64 // cycle in which all that it has done was in memory, and its save area too
	Ran     uint64 // cycles in which it ran: from a start, or from where a restore has come to the place of the cut, to a cut or to the end of its ring
	Turns   int    // times it was started, restores included
}

// Account has an account kept, from now on. Only a session with a driver has one.
func (h *Host) Account() *Account {
	a := &Account{s: h, contexts: make([]ContextAccount, len(h.V.Image.Contexts))}
	h.Driver.account = a
	h.M.CSP.P.Events.Watch(a.event)
	return a
}

// Contexts returns the account as it is now.
func (a *Account) Contexts() []ContextAccount {
	for i := range a.contexts {
		a.contexts[i].Ran = a.s.Driver.st.Jobs[i].Ran
	}
	return a.contexts
}

// arrived notes that a context's tail is shown.
func (a *Account) arrived(context int) {
	if a != nil {
		a.contexts[context].Arrived = a.s.M.Cycle()
	}
}

func (a *Account) event(e *csp.Event) {
	if e.Kind != csp.EventStarted && e.Kind != csp.EventSaved {
		return
	}
	i := a.s.ContextAt(e.Context)
	if i < 0 {
		return
	}
	c := &a.contexts[i]
	if e.Kind == csp.EventSaved {
		c.Ended = e.Cycle
		return
	}
	if c.Turns == 0 {
		c.Started = e.Cycle
	}
	c.Turns++
}
