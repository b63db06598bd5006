/** A finger that went sideways over the screen: on to the next, or back. */
type Place = { clientX: number; clientY: number }

const minPx = 60

/** 1 is the next; null where it went up or down, or not far enough. */
export function swipeOf(from: Place, to: Place): 1 | -1 | null {
  const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY]
  if (Math.abs(x) < minPx || Math.abs(x) < 2 * Math.abs(y)) return null
  return x < 0 ? 1 : -1
}
