/** What /openapi.json says, without a server: for those who lint it. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from './steps.mjs'

const about = {
  productName: 'Sampan',
  publicUrl: 'https://files.example.net',
  supportEmail: 'support@example.net',
  isHttps: true,
}

/** The description as a server makes it, which is TypeScript. `folder`: for what is made on the way, within this checkout. */
export async function describeCalls(folder) {
  const outfile = path.join(folder, 'open-api.mjs')
  const contents = `
    import { calls } from '@sampan/contract/routes/index'
    import { openApi } from './open-api.ts'
    export const document = openApi(calls, ${JSON.stringify(about)})`
  const stdin = { contents, resolveDir: path.join(root, 'apps/server/src/http'), loader: 'ts' }
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' })
  return (await import(pathToFileURL(outfile).href)).document
}
