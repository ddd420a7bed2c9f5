package store

// Key names a case in every run of its regression.
type Key struct {
	Test   string
	Number int
}

// Key is the case's.
func (c *Case) Key() Key { return Key{c.Test, c.Number} }

// Earlier is what became of a case when it was run the last time before.
type Earlier struct {
	Result     string
	Digest     uint64
	Commit     string // of the source, when it is known and without changes; else ""
	SameSource bool   // of the same revision, which is known and without changes, and the same tables
}

// lookBack is how many runs before are looked at.
const lookBack = 20

// Before tells what became of a run's cases when they were run the last time before, in a run of the same regression.
func (db *DB) Before(run *Run, runs []Run) (map[Key]*Earlier, error) {
	var cases int
	if err := db.sql.QueryRow("SELECT count(*) FROM cases WHERE run=?", run.ID).Scan(&cases); err != nil {
		return nil, db.fail(err)
	}
	out := map[Key]*Earlier{}
	looked := 0
	for i := len(runs) - 1; i >= 0 && looked < lookBack && len(out) < cases; i-- {
		old := &runs[i]
		if old.Regression != run.Regression || old.ID == run.ID || old.Started.After(run.Started) {
			continue
		}
		looked++
		if err := db.before(run, old, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// before adds what became of cases in one earlier run; later ones have been looked at.
func (db *DB) before(run, old *Run, out map[Key]*Earlier) error {
	rows, err := db.sql.Query(`SELECT o.test, o.number, o.result, o.digest FROM cases n JOIN cases o ON o.run=? AND o.test=n.test AND o.number=n.number AND o.seed=n.seed
		WHERE n.run=?`, old.ID, run.ID)
	if err != nil {
		return db.fail(err)
	}
	defer rows.Close()
	same := old.Revision == run.Revision && old.Tables == run.Tables && run.Exact()
	commit := ""
	if old.Exact() {
		commit = old.Revision
	}
	for rows.Next() {
		var k Key
		e := &Earlier{Commit: commit, SameSource: same}
		var digest string
		if err := rows.Scan(&k.Test, &k.Number, &e.Result, &digest); err != nil {
			return db.fail(err)
		}
		if e.Digest, err = unhex(digest); err != nil {
			return db.fail(err)
		}
		if out[k] == nil {
			out[k] = e
		}
	}
	return db.fail(rows.Err())
}
