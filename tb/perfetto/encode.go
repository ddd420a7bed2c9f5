// Package perfetto writes a run for the Perfetto viewer (https://ui.perfetto.dev).
//
// The format is the public one of protos/perfetto/trace in the Perfetto project: a Trace
// is a sequence of TracePackets (protocol buffers). Only the few messages that are needed
// are encoded here: TrackDescriptor, TrackEvent and InternedData.
package perfetto

import (
	"bufio"
	"encoding/binary"
)

// message is a protocol buffer message under construction.
type message []byte

func (m *message) key(field, wire uint64) { *m = binary.AppendUvarint(*m, field<<3|wire) }

// number adds a field of type varint.
func (m *message) number(field, v uint64) {
	m.key(field, 0)
	*m = binary.AppendUvarint(*m, v)
}

// fixed adds a field of type fixed64.
func (m *message) fixed(field, v uint64) {
	m.key(field, 1)
	*m = binary.LittleEndian.AppendUint64(*m, v)
}

// bytes adds a text or a message.
func (m *message) bytes(field uint64, b []byte) {
	m.key(field, 2)
	*m = binary.AppendUvarint(*m, uint64(len(b)))
	*m = append(*m, b...)
}

func (m *message) text(field uint64, s string) { m.bytes(field, []byte(s)) }

// Fields, by message.
const (
	tracePacket = 1

	packetTimestamp   = 8 // ns
	packetSequence    = 10
	packetTrackEvent  = 11
	packetInterned    = 12
	packetFlags       = 13
	packetTrack       = 60
	flagsStateCleared = 1
	flagsNeedsState   = 2

	trackUUID     = 1
	trackName     = 2
	trackProcess  = 3
	trackParent   = 5
	trackCounter  = 8
	trackOrdering = 11 // of children
	trackRank     = 12 // among siblings
	byRank        = 3

	processPID  = 1
	processName = 6

	counterUnitName = 6

	eventArgument = 4
	eventType     = 9
	eventNameIID  = 10
	eventTrack    = 11
	eventCount    = 30
	eventFlow     = 47

	typeBegin = 1
	typeEnd   = 2
	typeCount = 4

	argumentUint = 3
	argumentText = 6
	argumentName = 10

	internedNames = 2
	internedIID   = 1
	internedText  = 2
)

// argument is shown beside a slice.
type argument struct {
	name string
	n    uint64
	text string // instead of n when not empty
}

// writer encodes packets. Times are in cycles.
type writer struct {
	w      *bufio.Writer
	mhz    uint64
	names  map[string]uint64
	last   uint64 // track
	packet message
	event  message
	inner  message
	err    error
}

// time turns a cycle into ns, rounded down.
func (w *writer) time(cycle uint64) uint64 {
	return cycle/w.mhz*1000 + cycle%w.mhz*1000/w.mhz
}

func (w *writer) write() {
	head := message{}
	head.key(tracePacket, 2)
	head = binary.AppendUvarint(head, uint64(len(w.packet)))
	if _, err := w.w.Write(head); err != nil && w.err == nil {
		w.err = err
	}
	if _, err := w.w.Write(w.packet); err != nil && w.err == nil {
		w.err = err
	}
	w.packet = w.packet[:0]
}

// track declares a track below another (0: the first) and returns its number. unit is not
// empty for a counter.
func (w *writer) track(parent uint64, name, unit string, rank uint64) uint64 {
	w.last++
	w.inner = w.inner[:0]
	w.inner.number(trackUUID, w.last)
	w.inner.number(trackOrdering, byRank)
	w.inner.number(trackRank, rank)
	var part message
	switch {
	case parent == 0:
		part.number(processPID, 1)
		part.text(processName, name)
		w.inner.bytes(trackProcess, part)
	case unit != "":
		part.text(counterUnitName, unit)
		w.inner.bytes(trackCounter, part)
		fallthrough
	default:
		w.inner.number(trackParent, parent)
		w.inner.text(trackName, name)
	}
	w.packet.number(packetSequence, 1)
	w.packet.bytes(packetTrack, w.inner)
	w.write()
	return w.last
}

// emit finishes the event under construction.
func (w *writer) emit(cycle uint64, name string) {
	flags := uint64(flagsNeedsState)
	if name != "" {
		iid, known := w.names[name]
		if !known {
			if len(w.names) == 0 {
				flags |= flagsStateCleared
			}
			iid = uint64(len(w.names)) + 1
			w.names[name] = iid
			var entry, interned message
			entry.number(internedIID, iid)
			entry.text(internedText, name)
			interned.bytes(internedNames, entry)
			w.packet.bytes(packetInterned, interned)
		}
		w.event.number(eventNameIID, iid)
	}
	w.packet.number(packetTimestamp, w.time(cycle))
	w.packet.number(packetSequence, 1)
	w.packet.number(packetFlags, flags)
	w.packet.bytes(packetTrackEvent, w.event)
	w.write()
	w.event = w.event[:0]
}

// begin opens a slice; a flow joins all slices with its number, 0 is none.
func (w *writer) begin(cycle, track uint64, name string, flow uint64, args ...argument) {
	w.event.number(eventType, typeBegin)
	w.event.number(eventTrack, track)
	if flow != 0 {
		w.event.fixed(eventFlow, flow)
	}
	for _, a := range args {
		var m message
		m.text(argumentName, a.name)
		if a.text != "" {
			m.text(argumentText, a.text)
		} else {
			m.number(argumentUint, a.n)
		}
		w.event.bytes(eventArgument, m)
	}
	w.emit(cycle, name)
}

// end closes the innermost slice of a track.
func (w *writer) end(cycle, track uint64) {
	w.event.number(eventType, typeEnd)
	w.event.number(eventTrack, track)
	w.emit(cycle, "")
}

// count sets a counter.
func (w *writer) count(cycle, track, n uint64) {
	w.event.number(eventType, typeCount)
	w.event.number(eventTrack, track)
	w.event.number(eventCount, n)
	w.emit(cycle, "")
}
