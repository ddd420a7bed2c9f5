package store

import (
	"database/sql"
	"fmt"
)

// oldest is the first version of the schema that is brought up to date.
const oldest = 1

// upgrades bring a database from the version that is the index to the next one.
var upgrades = []string{
	1: `
ALTER TABLE mutants ADD COLUMN seed TEXT NOT NULL DEFAULT '';
ALTER TABLE mutants ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE mutants ADD COLUMN cycle INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mutants ADD COLUMN tried INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mutants ADD COLUMN wall INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mutants ADD COLUMN shrunk TEXT NOT NULL DEFAULT '';
ALTER TABLE mutants ADD COLUMN contexts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mutants ADD COLUMN draws INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mutants ADD COLUMN triangles INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mutants ADD COLUMN interrupts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mutants ADD COLUMN shrinking INTEGER NOT NULL DEFAULT 0;
`,
	2: `
ALTER TABLE corpus RENAME COLUMN bins TO run;
UPDATE corpus SET run = 0;
`,
}

// upgrade brings a database of an older version up to date, all of it or nothing.
func (db *DB) upgrade() error {
	var has int
	if err := db.sql.QueryRow("PRAGMA user_version").Scan(&has); err != nil || has == version {
		return db.fail(err)
	}
	return db.transaction(func(tx *sql.Tx) error {
		for v := has; v < version; v++ {
			if _, err := tx.Exec(upgrades[v] + fmt.Sprintf("PRAGMA user_version=%d", v+1)); err != nil {
				return err
			}
		}
		return nil
	})
}
