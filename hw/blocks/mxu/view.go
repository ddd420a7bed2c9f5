package mxu

// FirstCluster is the number of the first client of the first cluster, as requests in memory have it.
const FirstCluster = clusterPort

// ChangedBy tells observers whether the atomic unit has a line that atomics of a slot have changed, and that is not on its way to memory.
func (m *MXU) ChangedBy(slot uint8) bool { return m.cfg.Clusters > 0 && m.changedBy(slot) }
