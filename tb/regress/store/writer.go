package store

import (
	"database/sql"
	"time"
)

// A batch is written when it has so many cases or is so old: what a killed run loses at most.
const (
	batchCases = 200
	batchAge   = 2 * time.Second
)

// Writer collects the results of a run and writes them in batches. It is for one goroutine.
type Writer struct {
	db       *DB
	Run      *Run
	cases    []Case
	coverage map[string]uint64
	corpus   []corpusRow
	mutants  []Mutant
	last     time.Time
}

type corpusRow struct{ recipe, seeds string }

// Writer writes to a run that has begun.
func (db *DB) Writer(r *Run) *Writer {
	return &Writer{db: db, Run: r, coverage: map[string]uint64{}, last: time.Now()}
}

// Case adds a case.
func (w *Writer) Case(c Case) error {
	w.cases = append(w.cases, c)
	return w.maybe()
}

// Coverage adds hits by the names of bins; a bin with none is known all the same.
func (w *Writer) Coverage(hits map[string]uint64) {
	for name, n := range hits {
		w.coverage[name] += n
	}
}

// Corpus keeps the seeds of a random vector that reached new bins.
func (w *Writer) Corpus(recipe, seeds string) {
	w.corpus = append(w.corpus, corpusRow{recipe, seeds})
}

// Mutant adds what became of a mutant.
func (w *Writer) Mutant(m Mutant) error {
	w.mutants = append(w.mutants, m)
	return w.maybe()
}

func (w *Writer) maybe() error {
	if len(w.cases)+len(w.mutants) < batchCases && time.Since(w.last) < batchAge {
		return nil
	}
	return w.Flush()
}

// Flush writes what has been collected.
func (w *Writer) Flush() error {
	w.last = time.Now()
	err := w.db.transaction(w.write)
	if err == nil {
		w.cases, w.corpus, w.mutants = w.cases[:0], w.corpus[:0], w.mutants[:0]
		clear(w.coverage)
	}
	return err
}

func (w *Writer) write(tx *sql.Tx) error {
	for i := range w.cases {
		if err := writeCase(tx, w.Run.ID, &w.cases[i]); err != nil {
			return err
		}
	}
	if err := w.db.writeCoverage(tx, w.Run.ID, w.coverage); err != nil {
		return err
	}
	for _, c := range w.corpus {
		if _, err := tx.Exec("INSERT OR IGNORE INTO corpus VALUES (?,?,?)", c.recipe, c.seeds, w.Run.ID); err != nil {
			return err
		}
	}
	for i := range w.mutants {
		if err := writeMutant(tx, w.Run.ID, &w.mutants[i]); err != nil {
			return err
		}
	}
	return w.Run.update(tx)
}

func writeCase(tx *sql.Tx, run int64, c *Case) error {
	_, err := tx.Exec("INSERT INTO cases VALUES (?,?,?,?,?,?,?,?,?,?)", run, c.Test, c.Number, Hex(c.Seed), c.Stage, c.Result, int64(c.Cycles), c.Cuts, c.Wall.Microseconds(), Hex(c.Digest))
	f := c.Failure
	if err != nil || f == nil {
		return err
	}
	if _, err := tx.Exec("INSERT INTO failures VALUES (?,?,?,?,?,?,?,?,?,?)", run, c.Test, c.Number, f.Rule, f.Place, int64(f.Cycle), f.Message, f.Vector, f.Shrunk, f.Command); err != nil {
		return err
	}
	for _, p := range f.Pictures {
		if _, err := tx.Exec("INSERT INTO pictures VALUES (?,?,?,?,?,?)", run, c.Test, c.Number, p.Name, p.Kind, p.Data); err != nil {
			return err
		}
	}
	return nil
}

// writeCoverage adds hits to those that a run has.
func (db *DB) writeCoverage(tx *sql.Tx, run int64, hits map[string]uint64) error {
	for name, n := range hits {
		id, err := db.bin(tx, name)
		if err != nil {
			return err
		}
		if _, err := tx.Exec("INSERT INTO coverage VALUES (?,?,?) ON CONFLICT DO UPDATE SET hits = hits + excluded.hits", run, id, int64(n)); err != nil {
			return err
		}
	}
	return nil
}

// bin returns the number of a bin, a new one when nobody named it before. A batch that was not written leaves numbers behind
// that are not in the file: they are forgotten with the process, which ends then.
func (db *DB) bin(tx *sql.Tx, name string) (id int64, err error) {
	if id, found := db.bins[name]; found {
		return id, nil
	}
	err = tx.QueryRow("INSERT INTO bins (name) VALUES (?) ON CONFLICT DO UPDATE SET name=name RETURNING id", name).Scan(&id)
	db.bins[name] = id
	return id, err
}
