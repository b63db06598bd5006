/** Of the drawing of the world; the page gives it whatever space there is. */
export const worldSize = { width: 960, height: 460 } as const
