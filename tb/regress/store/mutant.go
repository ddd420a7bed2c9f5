package store

import (
	"database/sql"
	"errors"
	"strings"
	"time"

	"tilemark/text/number"
)

// Mutant is a known bug and what became of it.
type Mutant struct {
	Name, Block, Description string
	Test                     string // that killed it; "" for none
	Number                   int    // of the case
	Rule, How                string
	Seed                     uint64
	Place                    string
	Cycle                    uint64        // of the first wrong event; 0: after the end
	Tried                    int           // cases
	Wall                     time.Duration // that they took
	Shrunk                   string        // the smallest vector found that kills it; "" for none
	Left                     Left          // what is in that vector
	Shrinking                time.Duration
}

// Left is what a vector has.
type Left struct{ Contexts, Draws, Triangles, Interrupts int }

// String lists the numbers with what they are of.
func (l Left) String() string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{l.Contexts, "context"}, {l.Draws, "draw"}, {l.Triangles, "triangle"}, {l.Interrupts, "interrupt"}} {
		parts = append(parts, number.Count(p.n, p.what))
	}
	return strings.Join(parts, ", ")
}

const mutantColumns = "mutant, block, description, test, number, rule, how, seed, place, cycle, tried, wall, shrunk, contexts, draws, triangles, interrupts, shrinking"

// writeMutant adds a mutant. Of two shards that tried it, the one that killed it counts.
func writeMutant(tx *sql.Tx, run int64, m *Mutant) error {
	_, err := tx.Exec("DELETE FROM mutants WHERE run=? AND mutant=? AND test=''", run, m.Name)
	if err != nil {
		return err
	}
	l := &m.Left
	_, err = tx.Exec("INSERT OR IGNORE INTO mutants (run, "+mutantColumns+") VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", run, m.Name, m.Block, m.Description,
		m.Test, m.Number, m.Rule, m.How, Hex(m.Seed), m.Place, int64(m.Cycle), m.Tried, m.Wall.Microseconds(), m.Shrunk, l.Contexts, l.Draws, l.Triangles, l.Interrupts,
		m.Shrinking.Microseconds())
	return err
}

// Mutants lists the mutants of a run by name.
func (db *DB) Mutants(run int64) (list []Mutant, err error) {
	rows, err := db.sql.Query("SELECT "+mutantColumns+" FROM mutants WHERE run=? ORDER BY mutant", run)
	if err != nil {
		return nil, db.fail(err)
	}
	defer rows.Close()
	for rows.Next() {
		m, err := scanMutant(rows)
		if err != nil {
			return nil, db.fail(err)
		}
		list = append(list, m)
	}
	return list, db.fail(rows.Err())
}

func scanMutant(rows *sql.Rows) (m Mutant, err error) {
	var seed string
	var cycle, wall, shrinking int64
	l := &m.Left
	err = rows.Scan(&m.Name, &m.Block, &m.Description, &m.Test, &m.Number, &m.Rule, &m.How, &seed, &m.Place, &cycle, &m.Tried, &wall,
		&m.Shrunk, &l.Contexts, &l.Draws, &l.Triangles, &l.Interrupts, &shrinking)
	m.Cycle, m.Wall, m.Shrinking = uint64(cycle), time.Duration(wall)*time.Microsecond, time.Duration(shrinking)*time.Microsecond
	if seed != "" { // of a database that had none
		var bad error
		m.Seed, bad = unhex(seed)
		err = errors.Join(err, bad)
	}
	return m, err
}
