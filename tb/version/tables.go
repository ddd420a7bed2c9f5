package version

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"tilemark/hw/regs"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// Tables is the hash of the register tables that the machine was built from: 16 hexadecimal digits.
var Tables = sync.OnceValue(func() string {
	blocks, err := table.EmbeddedSources(regs.Tables, "")
	if err != nil {
		panic(err) // they are built in
	}
	more, err := formats.EmbeddedSources(regs.Tables, "")
	if err != nil {
		panic(err)
	}
	hash, err := Hash(append(blocks, more...))
	if err != nil {
		panic(err)
	}
	return hash
})

// Hash is that of register tables: the content of each file counts, with its name, wherever its folder is.
func Hash(tables []table.Source) (string, error) {
	var files []string
	for _, s := range tables {
		data, err := s.Read()
		if err != nil {
			return "", err
		}
		files = append(files, fmt.Sprintf("%s %d\n%s", inTables(s.Name), len(data), data))
	}
	slices.Sort(files)
	sum := sha256.Sum256([]byte(strings.Join(files, "")))
	return fmt.Sprintf("%x", sum[:8]), nil
}

// inTables is a file's path in its folder of tables.
func inTables(name string) string {
	if filepath.Base(filepath.Dir(name)) == formats.Folder {
		return formats.Folder + "/" + filepath.Base(name)
	}
	return filepath.Base(name)
}
