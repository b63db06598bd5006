/** What a session is used with, in words: of a browser as much as its User-Agent tells, of a program what it said of itself. */
import type { DeviceType, SessionKind } from '@sampan/contract/states'
import { isRobot } from './robots.ts'

/** In this order: most of them also call themselves by the names of those further down. */
const browsers: [RegExp, string][] = [
  [/MicroMessenger\//, 'WeChat'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/(?:M?QQBrowser)\//, 'QQ Browser'],
  [/(?:UCBrowser|UBrowser)\//, 'UC Browser'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Edg|EdgA|EdgiOS|Edge)\//, 'Edge'],
  [/(?:OPR|OPiOS|OPT)\//, 'Opera'],
  [/Vivaldi\//, 'Vivaldi'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Version\/[\d.]+ .*Safari\//, 'Safari'],
]

const systems: [RegExp, string, DeviceType][] = [
  [/iPad/, 'iPad', 'tablet'],
  [/iPhone|iPod/, 'iPhone', 'phone'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS', 'phone'],
  [/Android(?=.*Mobile)/, 'Android', 'phone'],
  [/Android/, 'Android', 'tablet'],
  [/Windows/, 'Windows', 'computer'],
  [/CrOS/, 'ChromeOS', 'computer'],
  [/Mac OS X|Macintosh/, 'macOS', 'computer'],
  [/Linux|X11/, 'Linux', 'computer'],
]

const find = <T extends [RegExp, ...unknown[]]>(table: readonly T[], text: string): T | undefined =>
  table.find(([pattern]) => pattern.test(text))

type Words = { device: DeviceType; program: string; system: string }

export function deviceWords({ kind, userAgent }: { kind: SessionKind; userAgent: string }): Words {
  if (kind !== 'browser') return { device: 'terminal', program: userAgent, system: '' }
  const [, system = '', device = 'computer'] = find(systems, userAgent) ?? []
  return { device, program: find(browsers, userAgent)?.[1] ?? '', system }
}

const programs = /curl|wget|aria2|python|go-http|libwww|okhttp|httpie|sampan/i

/** Who reads, as its User-Agent says: a browser's name, "command line", "robot", or "unknown". A label, never a judge of what was read whole. */
export function readerWords(userAgent: string): { program: string; device: DeviceType } {
  if (programs.test(userAgent)) return { program: 'command line', device: 'terminal' }
  const { program, device } = deviceWords({ kind: 'browser', userAgent })
  if (isRobot(userAgent)) return { program: 'robot', device }
  return { program: program || 'unknown', device }
}
