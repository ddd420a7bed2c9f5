package monitor_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/cosim/vector"
)

// recorded is a machine with a status buffer of two entries that has told some, and has more to tell.
func recorded(t *testing.T) *cosim.Session {
	t.Helper()
	v := cosimtest.Scenes(t, 16, 16, "one-triangle", "query")
	v.Status = 2
	s, err := cosim.NewSession(hw.DefaultConfig(), v, true)
	require.NoError(t, err)
	for range 3 {
		require.NoError(t, s.Advance(s.M.Cycle()+400))
		require.NoError(t, s.Interrupt())
	}
	return s
}

func TestTheStatusBufferTellsWhatHasHappened(t *testing.T) {
	s := recorded(t)
	require.NoError(t, s.Finish())
	require.Greater(t, s.Mon.State().Status.Written, s.V.Status, "the buffer wraps")
	require.Len(t, s.Statuses(), 2)
	require.Zero(t, s.Mon.State().Schedule.Model.Count)
	require.NotZero(t, s.Mon.State().Status.Put)
}

// What is written to the buffer and has not happened, or not so, is noticed, and so is what is never written.
func TestWrongEntriesAreNoticed(t *testing.T) {
	for name, spoil := range map[string]func(s *cosim.Session){
		"nothing has happened":        func(s *cosim.Session) { s.Mon.State().Schedule.Model.Count = 0 },
		"it must be":                  func(s *cosim.Session) { s.Mon.State().Schedule.Model.Entries[0].Index = 3 },
		"of entry":                    func(s *cosim.Session) { s.Mon.State().Schedule.Model.Entries[0].Cycle++ },
		"belong to":                   func(s *cosim.Session) { s.Mon.State().Schedule.Model.Buffer += 64 },
		"written in part":             func(s *cosim.Session) { s.Mon.StatusWrite(stores(s, 0, 1)) },
		"sequence number when it has": func(s *cosim.Session) { s.Mon.StatusWrite(stores(s, 0, 15)) },
		"which is next, is at":        func(s *cosim.Session) { s.Mon.StatusWrite(stores(s, 1, 0xff00)) },
		"memory has not":              func(s *cosim.Session) { s.Mon.State().Status.Got++ },
	} {
		s := recorded(t)
		for s.Mon.State().Schedule.Model.Count == 0 {
			require.NoError(t, s.Advance(s.M.Cycle()+1))
		}
		err := s.Guard(func() { spoil(s) })
		if err == nil {
			err = s.Finish()
		}
		require.ErrorContains(t, err, "rule status broken", name)
		require.ErrorContains(t, err, name)
	}
	s := recorded(t)
	require.NoError(t, s.Finish())
	s.Mon.State().Schedule.Model.Entries[0].Kind, s.Mon.State().Schedule.Model.Count = regs.StatusKindIdle, 1
	require.ErrorContains(t, s.Guard(s.Mon.CheckStatusBuffer), "an entry was never written")
}

// stores is a write to the entry that memory takes next, or to one after it.
func stores(s *cosim.Session, later uint32, mask uint64) *pipe.MemRequest {
	at := s.V.StatusBuffer() + (s.Mon.State().Status.Stored+later)%s.V.Status*vector.StatusBytes
	return &pipe.MemRequest{Op: pipe.Write, Slot: pipe.Physical, Addr: at, Mask: mask}
}
