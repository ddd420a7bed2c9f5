package regtest

import (
	"fmt"
	"slices"

	"tilemark/hw/regs"
	"tilemark/regmap/cases"
	"tilemark/regmap/table"
	"tilemark/text/number"
)

// judge compares with what the tables predict.
type judge struct {
	model    *cases.Model
	places   []cases.Place
	subjects map[cases.Place][]cases.Subject
	results  []Result
	index    map[cases.Case]int
	wrong    map[cases.Place]bool // in a fresh context: it says nothing of what others do
}

func newJudge(blocks []table.Block) (*judge, error) {
	m, err := cases.NewModel(blocks)
	if err != nil {
		return nil, err
	}
	list, err := cases.List(blocks)
	if err != nil {
		return nil, err
	}
	j := &judge{model: m, places: m.Places(), subjects: map[cases.Place][]cases.Subject{}, index: map[cases.Case]int{}, wrong: map[cases.Place]bool{}}
	for _, at := range j.places {
		j.subjects[at] = m.Subjects(at)
	}
	list = slices.DeleteFunc(list, j.unwritten)
	for i, c := range list {
		j.results = append(j.results, Result{Case: c})
		j.index[c] = i
	}
	return j, nil
}

// unwritten tells whether a test writes what nothing here can write.
func (j *judge) unwritten(c cases.Case) bool {
	if c.Kind != cases.ReadWrite && c.Kind != cases.BitBash {
		return false
	}
	for _, at := range j.places {
		if packs(at) && slices.ContainsFunc(j.subjects[at], func(s cases.Subject) bool { return s.Name == c.Of }) {
			return true
		}
	}
	return false
}

// predict has the model execute the first n writes in a fresh context.
func (j *judge) predict(p *program, n int) {
	j.model.Reset()
	for _, w := range p.writes[:n] {
		j.model.Write(w.At, w.Value)
	}
}

// area judges a save area: registers of class save hold what is predicted of the writes
// before the cursor, and what lies between them is untouched.
func (j *judge) area(s *cases.Stream, p *program, area []uint32) {
	n := p.passed(area)
	j.predict(p, n)
	where := fmt.Sprintf("in the save area after %d of %s writes", n, number.Thousands(len(p.writes)))
	for _, at := range j.places {
		if word, known := j.model.Word(at); known {
			j.word(s, at, area[areaIndex(at)], word, where)
		}
	}
	for block := range regs.NumBlocks {
		for i := range int(regs.BlockLength[block]+3) &^ 3 {
			at := cases.Place{Block: block, Index: i}
			if k := areaIndex(at); !j.model.Saved(at) && area[k] != blank(k) {
				j.blame(s, at, fmt.Sprintf("%s holds %#x %s, where nothing is saved", regs.RegisterName(block, i), area[k], where))
			}
		}
	}
	j.passed(s)
}

// areaIndex is a register's DWORD of the save area.
func areaIndex(at cases.Place) int { return 4*int(regs.SaveOffset[at.Block]) + at.Index }

// files judges the blocks' register files after all writes.
func (j *judge) files(s *cases.Stream, p *program, b *bench) {
	j.predict(p, len(p.writes))
	j.each(b, func(at cases.Place, f *file, want uint32) bool {
		j.word(s, at, f.words[at.Index], want, "in "+f.where+" after a restore")
		return true
	})
	j.passed(s)
}

// agrees tells whether the blocks' register files hold what is predicted.
func (j *judge) agrees(b *bench) bool {
	return j.each(b, func(at cases.Place, f *file, want uint32) bool { return f.words[at.Index] == want })
}

// each visits the saved registers in all register files that have them, until one visit
// returns false.
func (j *judge) each(b *bench, visit func(at cases.Place, f *file, want uint32) bool) bool {
	for _, at := range j.places {
		word, known := j.model.Word(at)
		if !known {
			continue
		}
		for _, f := range files(b.m, at.Block, b.slot) {
			if !visit(at, &f, word) {
				return false
			}
		}
	}
	return true
}

// word judges a register.
func (j *judge) word(s *cases.Stream, at cases.Place, got, want uint32, where string) {
	for _, f := range j.subjects[at] {
		i, judged := j.index[cases.Case{Of: f.Name, Kind: s.Kind}]
		if judged && s.Subjects == nil {
			j.results[i].Samples++
		}
		if (got^want)&f.Mask != 0 {
			j.blame(s, at, fmt.Sprintf("%s is %#x %s, %#x was expected (mask %#x)", f.Name, got&f.Mask, where, want&f.Mask, f.Mask), f.Name)
		}
	}
}

// passed counts a sample of a stream that says itself what it tests.
func (j *judge) passed(s *cases.Stream) {
	for _, name := range s.Subjects {
		j.results[j.index[cases.Case{Of: name, Kind: s.Kind}]].Samples++
	}
}

// blame notes a failure with the stream's subjects, otherwise with what was wrong.
func (j *judge) blame(s *cases.Stream, at cases.Place, text string, names ...string) {
	switch {
	case s.Kind == cases.ResetValue:
		j.wrong[at] = true
	case s.Subjects != nil && j.wrong[at]:
		return
	case s.Subjects != nil:
		names = s.Subjects
	}
	if names == nil {
		names = []string{regs.RegisterName(at.Block, at.Index)}
	}
	for _, name := range names {
		c := cases.Case{Of: name, Kind: s.Kind}
		i, known := j.index[c]
		if !known {
			i = len(j.results)
			j.index[c] = i
			j.results = append(j.results, Result{Case: c, Samples: 1})
		}
		if j.results[i].Failure == "" {
			j.results[i].Failure = text
		}
	}
}
