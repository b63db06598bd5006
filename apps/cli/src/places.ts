/** Where this program keeps what it remembers, and which server and language it means. */
import { join } from 'node:path'
import { defaultLanguage, type Language } from '@sampan/contract/paths'
import { wantedLanguage } from '@sampan/contract/rules/wanted-language'
import { Stop } from './failure.ts'
import type { World } from './world.ts'

type Env = Pick<World, 'env'>
type Home = Pick<World, 'env' | 'home' | 'platform'>

const under = ({ env, home, platform }: Home, xdg: string, fallback: string, windows: string): string => {
  if (env[xdg]) return join(env[xdg], 'sampan')
  if (platform === 'win32') return join(env[windows] ?? home, 'Sampan')
  return join(home, fallback, 'sampan')
}
/** Who is logged in where. */
export const configDir = (home: Home): string => under(home, 'XDG_CONFIG_HOME', '.config', 'APPDATA')
/** What is under way. */
export const stateDir = (home: Home): string => under(home, 'XDG_STATE_HOME', '.local/state', 'LOCALAPPDATA')

/** As other programs of a terminal decide it. */
export function languageOf({ env }: Env): Language {
  const word = env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  return wantedLanguage(word) ?? defaultLanguage
}

const isLocal = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127\./.test(host)

/** "files.example.com" is https; this machine may do without. Only the origin counts. */
export function serverOrigin(text: string): string {
  const bare = text.trim()
  const hasScheme = /^https?:\/\//i.test(bare)
  const address = hasScheme ? bare : `https://${bare}`
  if (!bare || !URL.canParse(address)) throw new Stop('usage', 'serverInvalid', { server: text })
  const { origin, host, hostname } = new URL(address)
  return !hasScheme && isLocal(hostname) ? `http://${host}` : origin
}

export const isPlainLine = (origin: string): boolean => origin.startsWith('http:') && !isLocal(new URL(origin).hostname)
