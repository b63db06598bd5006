/** The program that renders files, bundled as the build does it; its packages are found from where it lies. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

export async function bundleRenderProgram(): Promise<URL> {
  const server = path.resolve(import.meta.dirname, '../..')
  const outfile = path.join(server, '.cache', `render-files-${process.pid}.mjs`)
  mkdirSync(path.dirname(outfile), { recursive: true })
  const entryPoints = [path.join(server, 'src/features/renditions/render-program.ts')]
  const plugins = [
    {
      name: 'leave-out-foreign-packages',
      setup({ onResolve }: import('esbuild').PluginBuild) {
        onResolve({ filter: /^[^./]/ }, ({ kind, path: name }) =>
          kind === 'entry-point' || name.startsWith('@sampan/') ? undefined : { external: true },
        )
      },
    },
  ]
  await build({
    entryPoints,
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins,
    logLevel: 'error',
  })
  return pathToFileURL(outfile)
}
