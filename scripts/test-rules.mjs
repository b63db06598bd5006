/**
 * What a test may not do: wait for a while, measure, know the time of day, have a limit of its own, ask a name server, or stay
 * away where a program is missing. Such a test fails for time or load, and says nothing about the product. As plain functions of a text.
 */

const everywhere = ['gate', 'long']

/** Where it holds, what it looks like, what to do instead. Tests of the long suite wait for processes and measure: that is what they are for. */
export const rules = {
  sleep: {
    in: ['gate'],
    pattern: /(?<![.\w'])setTimeout\(|\bwaitForTimeout\(|from 'node:timers\/promises'/,
    instead: 'wait for what is to happen: waitFor, expect.poll, a locator',
  },
  stopwatch: {
    in: ['gate'],
    pattern: /\bperformance\.now\b|\bcpuUsage\(|\bhrtime\b/,
    instead: 'count what is done; statistics of time belong in a *.long.test of the part `latency`',
  },
  'system clock': {
    in: ['gate'],
    pattern: /\bDate\.now\b|\bnew Date\(\)/,
    instead: 'take the clock of the server, or a fixed time',
  },
  'replaced clock': {
    in: everywhere,
    pattern: /\bspyOn\((?:globalThis\.)?(?:Date\b|performance, 'now')|\b(?:Date|performance)\.now = /,
    instead: 'move the clock that the code is given',
  },
  'own limit': {
    in: ['gate'],
    pattern: /\b(?:test|hook)?[tT]imeout: ?\d|\btest\.(?:setTimeout|slow)\(|^\}, ?\d[\d_]*\)$|\bvi\.waitFor\(/,
    instead: 'the one limit of the configuration holds for all',
  },
  'network rest': {
    in: everywhere,
    pattern: /\bnetworkidle\b/,
    instead: 'wait for what the page shows, or for the answer that it waits for',
  },
  'name of a host': {
    in: everywhere,
    pattern: /\/\/localhost\b|\bhost: 'localhost'|@localhost\//,
    instead: '127.0.0.1',
  },
  skip: {
    in: everywhere,
    pattern: /\b(?:skipIf|runIf)\(|\b(?:test|describe|it)\.(?:skip|fixme)\b/,
    instead: 'what needs a program of the machine is a *.long.test of the part `peers`, and fails without it',
  },
}

/** `gate` or `long` for the files of tests and what they use, null for the product's own. */
export function suiteOf(file) {
  // Their samples are what is refused.
  if (/^scripts\/(?:test|product)-rules\.test\.mjs$/.test(file)) return null
  if (/^e2e\/(?:journeys\/|[^/]+\.ts$)/.test(file)) return /\.config\.ts$|\/install\.mjs$/.test(file) ? null : 'gate'
  if (/\.long\.test\.\w+$/.test(file)) return 'long'
  if (/\.(?:test|conformance|samples)\.(?:tsx?|mjs)$/.test(file)) return 'gate'
  return /\/testing\/|^apps\/server\/test\/support\/|\/test-[^/]+$/.test(file) && !file.startsWith('scripts/') ? 'gate' : null
}

/** Comments may name what is refused. */
export const isComment = (line) => /^\s*(?:\/\/|\/?\*)/.test(line)

/** [{ rule, line }] of a file's text. */
export function findingsIn(file, text) {
  const suite = suiteOf(file)
  const held = Object.entries(rules).filter(([, rule]) => rule.in.includes(suite))
  return text
    .split('\n')
    .flatMap((line, i) =>
      isComment(line) ? [] : held.filter(([, { pattern }]) => pattern.test(line)).map(([rule]) => ({ rule, line: i + 1 })),
    )
}

/** What is refused in { file: text }, and what is allowed without need. `allowed`: [file, rule, reason]. */
export function breachesIn(texts, allowed) {
  const used = new Set()
  const refused = Object.entries(texts).flatMap(([file, text]) =>
    findingsIn(file, text).flatMap(({ rule, line }) => {
      const entry = allowed.find(([where, what]) => where === file && what === rule)
      if (entry) used.add(entry)
      return entry ? [] : [`${file}:${line}: ${rule}: ${rules[rule].instead}`]
    }),
  )
  const needless = allowed
    .filter((entry) => !used.has(entry))
    .map(([file, rule]) => `${file}: "${rule}" is allowed and does not occur`)
  return [...refused, ...needless]
}
