module tilemark

go 1.26

require github.com/sarchlab/akita/v3 v3.1.0

require (
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/qmuntal/gltf v0.28.0 // indirect
	github.com/rs/xid v1.5.0 // indirect
	github.com/stretchr/testify v1.12.1 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	pgregory.net/rapid v1.3.0 // indirect
)
