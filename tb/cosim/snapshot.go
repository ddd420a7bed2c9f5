package cosim

import (
	"tilemark/hw/wires"
	"tilemark/tb/cosim/host"
	"tilemark/tb/cosim/monitor"
)

// Snapshot is a machine and its monitors between two cycles.
type Snapshot struct {
	Machine wires.Snapshot
	monitor monitor.State
	paging  host.SystemState
	driver  host.DriverState
}

// Save takes a snapshot.
func (s *Session) Save(to *Snapshot) {
	s.M.Save(&to.Machine)
	if s.Mon != nil {
		to.monitor = *s.Mon.State()
	}
	if s.OS != nil {
		to.paging = *s.OS.State()
	}
	if s.Driver != nil {
		to.driver = *s.Driver.State()
	}
}

// Load puts a snapshot of a session with the same configuration and vector back.
func (s *Session) Load(from *Snapshot) {
	s.M.Load(&from.Machine)
	if s.Mon != nil {
		s.Mon.Load(&from.monitor)
	}
	if s.OS != nil {
		*s.OS.State() = from.paging
	}
	if s.Driver != nil {
		*s.Driver.State() = from.driver
	}
}
