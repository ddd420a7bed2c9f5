package wires

import (
	"fmt"
	"slices"
	"strings"
)

// Class says what a FIFO is for, seen from the break point (spec chapter 11, rule X2).
type Class uint8

// Classes. Who takes from a FIFO of answers has kept room for them when it asked: they are taken at once, or wait for
// no more than a tag at the input says, which can be other answers and what leads to the save area. What
// waits for a stage of the pipe is of that stage's class, though it was asked for.
const (
	Above  Class = iota // leads to the break point
	Below               // leads on from the break point, or serves what is below it
	Answer              // brings what was asked for, and is taken at once
	Save                // leads to the back-end parser and to the save area
)

// String returns the class's name.
func (c Class) String() string { return [...]string{"above", "below", "answer", "save"}[c] }

// Class returns the FIFO's class.
func (l *link) Class() Class { return l.class }

// Wait is an edge of the waits-for graph: an entry in the first FIFO can wait for room in the second one.
type Wait struct{ From, To View }

// Waits is the waits-for graph. In a block, what comes by an input can wait for room in every output, and answers for none; with the tag
// waits:"A B" at the input it can for these only, and with waits:"-" for none. Of arrays, A is each element of an array of outputs, and
// A[] the one with the input's own number, of an array of arrays the last one, A[1] that of number 1; 2:A says A of element 2 of an array of inputs only.
//
// That an input waits for an entry in another one is not in it: docs/connections.md lists those, with the reason why
// what is waited for comes.
func (d *Domain) Waits() (edges []Wait) {
	for i, in := range d.links {
		consumer := in.consumer
		if in.class == Answer && consumer.waits == "" {
			continue
		}
		for k, out := range d.links {
			if producer := out.producer; producer.owner == consumer.owner && consumer.canWaitFor(producer.field) {
				edges = append(edges, Wait{d.views[i], d.views[k]})
			}
		}
	}
	return edges
}

// canWaitFor tells whether what comes by this input can wait for an output of its block.
func (e *end) canWaitFor(output string) bool {
	if e.waits == "" {
		return true
	}
	name, element := split(output)
	_, own := split(e.field)
	return slices.ContainsFunc(strings.Fields(e.waits), func(word string) bool {
		of, w := parse(word)
		which, number := split(w)
		if strings.HasSuffix(w, "[]") {
			number = last(own)
		}
		return which == name && (of == "" || of == own) && (number == "" || last(element) == number)
	})
}

// last is the last number of an element of an array of arrays: of "0][1" it is 1.
func last(element string) string { return element[strings.LastIndexByte(element, '[')+1:] }

// split takes the number from the name of an element of an array of ports: "Ans[3]" is Ans, 3.
func split(field string) (name, element string) {
	name, element, _ = strings.Cut(strings.TrimSuffix(field, "]"), "[")
	return name, element
}

// parse splits a word of a tag: of is the element of the input that it is for, "" for all.
func parse(word string) (of, name string) {
	if of, name, found := strings.Cut(word, ":"); found {
		return of, name
	}
	return "", word
}

// CheckWaits returns an error when FIFOs can wait for each other in a circle, one that is not above the
// break point for one that is (rule X2), or answers for a stage of the pipe.
func (d *Domain) CheckWaits() error {
	if err := d.checkTags(); err != nil {
		return err
	}
	next := map[string][]string{}
	class := map[string]Class{}
	for i, v := range d.views {
		class[v.Name()] = d.links[i].class
	}
	for _, e := range d.Waits() {
		next[e.From.Name()] = append(next[e.From.Name()], e.To.Name())
	}
	for _, v := range d.views {
		if way := circle(next, v.Name()); way != nil {
			return fmt.Errorf("FIFOs wait for each other in a circle: %s", strings.Join(way, ", "))
		}
	}
	for _, v := range d.views {
		for _, to := range next[v.Name()] {
			if class[v.Name()] != Above && class[to] == Above {
				return fmt.Errorf("rule X2: %s, which is %s, can wait for room in %s, which is above the break point", v.Name(), article(class[v.Name()]), to)
			}
			if class[v.Name()] == Answer && class[to] == Below {
				return fmt.Errorf("%s brings answers, and can wait for room in %s, which is below the break point: so is the first one, and its class is no answer", v.Name(), to)
			}
		}
	}
	return nil
}

// article writes a class as what a FIFO is.
func article(c Class) string {
	switch c {
	case Save:
		return "for saves"
	case Answer:
		return "for answers"
	}
	return c.String() + " it"
}

// checkTags finds tags that name no output of their block.
func (d *Domain) checkTags() error {
	for _, b := range d.blocks {
		fields := map[string]bool{"-": true}
		for _, p := range b.base().ports {
			name, number := split(p.at().field)
			if _, output := p.(interface{ Push() }); output {
				fields[name], fields[name+"["+last(number)+"]"] = true, true
			}
		}
		for _, p := range b.base().ports {
			for _, word := range strings.Fields(p.at().waits) {
				_, w := parse(word)
				switch name, own := strings.CutSuffix(w, "[]"); {
				case !fields[name]:
					return fmt.Errorf("port %s waits for %s, which is no output of %s", p.at().name(), name, b.Name())
				case own && !strings.Contains(p.at().field, "["):
					return fmt.Errorf("port %s waits for %s, and has no number of its own", p.at().name(), w)
				}
			}
		}
	}
	return nil
}

// circle finds a shortest way from a FIFO back to itself.
func circle(next map[string][]string, start string) []string {
	came := map[string]string{}
	for queue := []string{start}; len(queue) > 0; queue = queue[1:] {
		for _, to := range next[queue[0]] {
			if _, seen := came[to]; seen {
				continue
			}
			came[to] = queue[0]
			if to == start {
				way := []string{start}
				for at := came[start]; at != start; at = came[at] {
					way = append(way, at)
				}
				way = append(way, start)
				slices.Reverse(way)
				return way
			}
			queue = append(queue, to)
		}
	}
	return nil
}

// InstanceName is the name of a connection between two ports: that of its row, after the indexed parts of the
// name of the block that has more of them: "GPC[1].SM[0].REQ" for one that joins GPU.GPC[1].SM[0] to something of GPU.GPC[1].
func InstanceName(row string, out, in Port) string {
	from, to := instance(out), instance(in)
	if len(to) > len(from) {
		from = to
	}
	return strings.Join(append(from, row), ".")
}

// instance are the parts of the name of a port's block from the first to the last one with an index.
func instance(p Port) []string {
	if p.at() == nil {
		return nil
	}
	parts := strings.Split(p.at().owner.Name(), ".")
	indexed := func(s string) bool { return strings.HasSuffix(s, "]") }
	first := slices.IndexFunc(parts, indexed)
	if first < 0 {
		return nil
	}
	last := len(parts)
	for !indexed(parts[last-1]) {
		last--
	}
	return parts[first:last]
}
