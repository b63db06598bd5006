/** The widths at which pages change, in pixels: the one source for scripts and, by names such as `(--up-to-phone)` and `(--above-tablet)`, for style sheets (vite.config.ts). */
const breakpoints = { narrow: 500, small: 560, phone: 699, tablet: 899, medium: 1020, large: 1099, wide: 1279 } as const
export type Breakpoint = keyof typeof breakpoints

export const upTo = (name: Breakpoint): string => `(max-width: ${breakpoints[name]}px)`
export const above = (name: Breakpoint): string => `(min-width: ${breakpoints[name] + 1}px)`

const queries = new Map<string, string>(
  (Object.keys(breakpoints) as Breakpoint[]).flatMap((name) => [
    [`(--up-to-${name})`, upTo(name)],
    [`(--above-${name})`, above(name)],
  ]),
)

/** A media query of a style sheet with its names written out; a name that is none is a mistake. */
export const writtenOut = (query: string): string =>
  query.replace(/\(--[a-z-]+\)/g, (name) => {
    const width = queries.get(name)
    if (!width) throw new Error(`No breakpoint is called ${name}`)
    return width
  })
