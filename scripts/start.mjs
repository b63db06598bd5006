/** `npm start`: installs and builds what is missing, then becomes the server. */
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Sampan needs Node 20.19 or later. This is ${process.versions.node}.`)
  process.exit(1)
}

const { main, root } = await import('./steps.mjs')
const { ensureInstalled } = await import('./install.mjs')
const { ensureBuilt } = await import('./build.mjs')
const { endWithNpm } = await import('./end-with-npm.mjs')

await main(async () => {
  // As npm does: what is relative in the configuration is relative to the checkout, from wherever this was called.
  process.chdir(root)
  process.env.NODE_ENV ??= 'production'
  await ensureInstalled()
  await ensureBuilt()
})
process.setSourceMapsEnabled(true)
// In this very process, so that signals reach the server itself.
await import('../apps/server/dist/main.js')
endWithNpm()
