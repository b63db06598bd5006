/** For `ref`: it takes the focus as soon as it is there. */
export const takeFocus = (place: HTMLElement | null): void => place?.focus({ preventScroll: true })

/** For `ref` of what comes in the place of something that had the focus; from nobody who works elsewhere by now. */
export function takeFreeFocus(place: HTMLElement | null): void {
  if (document.activeElement === document.body) takeFocus(place)
}
