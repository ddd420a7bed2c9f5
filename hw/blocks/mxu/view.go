package mxu

// FirstCluster is the number of the first client of the first cluster, as requests in memory have it.
const FirstCluster = clusterPort
