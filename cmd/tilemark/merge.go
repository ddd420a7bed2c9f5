package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"tilemark/tb/regress"
	"tilemark/tb/regress/store"
	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/text/number"
)

func mergeCommand() *cobra.Command {
	out := ""
	cmd := &cobra.Command{
		Use:   "merge DB...",
		Short: "Joins the databases of a regression's shards",
		Long: `merge joins the last runs of databases, each a shard of one regression, into a run of the database --out, which is made if
need be and keeps the runs that it has. Shards that are lost or were stopped before their end are named by number, and the
exit status is 1; what is there is joined all the same, and merging again with the missing ones gives the whole. Databases of
another regression, commit, register tables, selection of cases, or corpus are refused, and so is one that is given twice. No case counts twice; the digest is that of
one run of all.`,
		Example: `  tilemark merge --out out/all.db out/shard1.db out/shard2.db`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return arguments("DB")(cmd, args)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return merge(cmd, out, args) },
	}
	cmd.Flags().StringVar(&out, "out", "out/regress.db", "database `FILE` that is written, made if need be")
	return cmd
}

func merge(cmd *cobra.Command, out string, paths []string) error {
	folder, err := report.OpenFolder(filepath.Dir(out))
	if err != nil {
		return err
	}
	m, err := store.Merge(out, paths)
	if err != nil {
		folder.Drop()
		return request.Usage("%w", err)
	}
	digest, err := digestOf(out, &m.Run)
	if err != nil {
		return err
	}
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "written: %s, %s, digest %s", out, number.Count(m.Cases, "case"), store.Hex(digest))
	if m.Again > 0 {
		fmt.Fprintf(w, "; %s were there more than once, with the same result", number.Thousands(m.Again))
	}
	fmt.Fprintln(w)
	if m.Cases == 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), "no case is in any of them")
	}
	for _, n := range m.Lost {
		fmt.Fprintf(cmd.ErrOrStderr(), "shard %d is lost: no database of it was given\n", n)
	}
	for _, n := range m.Unfinished {
		fmt.Fprintf(cmd.ErrOrStderr(), "shard %d is unfinished: it was stopped before its end\n", n)
	}
	for _, id := range m.Differ {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s has different results in two databases\n", id)
	}
	if !m.Whole() {
		return errFailed
	}
	return nil
}

// digestOf is the digest of a run's cases, the one that regress prints.
func digestOf(path string, r *store.Run) (uint64, error) {
	db, err := store.Open(path)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	cases, err := db.Cases(r.ID)
	s := regress.Summary{}
	for i := range cases {
		s.Add(&cases[i])
	}
	return s.Digest, err
}
