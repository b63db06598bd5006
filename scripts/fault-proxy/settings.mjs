/** How the line behaves from now on: the settings of the proxy, their defaults, and a check of what is asked for. */

export const directions = ['up', 'down']

/** A value for each direction; up is from the client to the server. */
const both = (value) => ({ up: value, down: value })

export const defaultSettings = {
  delayMs: both(0),
  bytesPerSecond: both(0),
  lossPerSegment: both(0),
  stallMs: 200,
  cutAfterBytes: both(null),
  cutAs: 'cut',
  hold: both(false),
  refuses: false,
  cutsPerSecond: 0,
  initialWindowBytes: 0,
  pipeBytes: 16 * 1024 * 1024,
}

const isAmount = (value) => typeof value === 'number' && value >= 0
const isShare = (value) => isAmount(value) && value <= 1
const isFlag = (value) => typeof value === 'boolean'
const rules = {
  delayMs: isAmount,
  bytesPerSecond: isAmount,
  lossPerSegment: isShare,
  stallMs: isAmount,
  cutAfterBytes: (value) => value === null || isAmount(value),
  cutAs: (value) => ['cut', 'reset', 'halfOpen'].includes(value),
  hold: isFlag,
  refuses: isFlag,
  cutsPerSecond: isShare,
  initialWindowBytes: isAmount,
  pipeBytes: (value) => isAmount(value) && value > 0,
}
const isByDirection = (name) => directions.every((direction) => Object.hasOwn(Object(defaultSettings[name]), direction))

function merged(name, before, value) {
  const wanted = isByDirection(name) ? { ...before, ...(Object(value) === value ? value : both(value)) } : value
  const values = isByDirection(name) ? directions.map((direction) => wanted[direction]) : [wanted]
  if (!values.every(rules[name])) throw new Error(`${name} cannot be ${JSON.stringify(value)}`)
  return wanted
}

/** One value stands for both directions, `{ up }` or `{ down }` for one. Throws on what is no setting. */
export function applySettings(settings, wishes) {
  const changed = Object.entries(wishes).map(([name, value]) => {
    if (!Object.hasOwn(rules, name)) throw new Error(`There is no setting ${name}`)
    return [name, merged(name, settings[name], value)]
  })
  return Object.assign(settings, Object.fromEntries(changed))
}
