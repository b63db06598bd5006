/** The scripts of pages that wake no app, and the search that one of them loads, each as one file with an address of its own. */
import path from 'node:path'
import { root, StepError } from './steps.mjs'

const folder = path.join(root, 'apps/web/src/still')

/** Into a build of the pages. */
export async function writeStillScripts(client) {
  const esbuild = await import('esbuild')
  await esbuild
    .build({
      entryPoints: ['site.ts', 'support-search.ts'].map((name) => path.join(folder, name)),
      outdir: client,
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      logLevel: 'error',
    })
    .catch(() => {
      throw new StepError('The scripts of still pages could not be bundled.')
    })
}
