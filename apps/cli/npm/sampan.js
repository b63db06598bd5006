#!/usr/bin/env node
/** The client's commands, where they were installed from a package. */
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Sampan needs Node 20.19 or later. This is ${process.versions.node}.\n`)
  process.exit(2)
}
const { runHere } = await import('./main.js')
const exitCode = await runHere(process.argv.slice(2), { env: process.env, cwd: process.cwd() })
// Whatever a broken line has left open holds nobody up.
process.exit(exitCode)
