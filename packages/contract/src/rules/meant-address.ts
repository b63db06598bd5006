/** Slips of the finger in the hosts that most mailboxes are at. Nothing is refused for them: it is only asked (Q6). */
const names = [
  'gmail',
  'hotmail',
  'outlook',
  'yahoo',
  'icloud',
  'foxmail',
  'rediffmail',
  'protonmail',
  'qq',
  '163',
  '126',
  'sina',
]
const ending = 'com'
/** From so many letters on a name that differs in one is more likely a slip than a name of its own. */
const tellingLetters = 5
/** Hosts of their own, however near they are; `co` is what stands there while `com` is typed. */
const ownNames: ReadonlySet<string> = new Set(['mail', 'email', 'ymail'])
const ownEndings: ReadonlySet<string> = new Set(['co'])

/** One letter too many, too few, another, or two in the wrong order. */
function isOneSlip(typed: string, meant: string): boolean {
  if (typed === meant || Math.abs(typed.length - meant.length) > 1) return false
  let same = 0
  while (typed[same] === meant[same]) same++
  const [left, right] = [typed.slice(same), meant.slice(same)]
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  return isSwapped || left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)
}

/** The address that was probably meant, where its host is a slip away from one that very many have; null of every other. */
export function meantAddress(email: string): string | null {
  const at = email.lastIndexOf('@')
  const [name = '', typedEnding = ''] = email.slice(at + 1).split(/\.(.*)/s)
  const isSlipOfEnding = !ownEndings.has(typedEnding) && isOneSlip(typedEnding, ending)
  if (at < 1 || (typedEnding !== ending && !isSlipOfEnding) || ownNames.has(name)) return null
  const meant =
    names.find((each) => each === name) ?? names.find((each) => each.length >= tellingLetters && isOneSlip(name, each))
  if (!meant || (meant === name && typedEnding === ending)) return null
  return `${email.slice(0, at)}@${meant}.${ending}`
}
