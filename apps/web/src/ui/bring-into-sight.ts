/** What the eye is to find next comes to the upper edge where it is out of sight; what is seen already stays where it is. */
export function bringIntoSight(place: Element): void {
  const { top, bottom } = place.getBoundingClientRect()
  if (top < 0 || bottom > window.innerHeight) place.scrollIntoView({ block: 'start' })
}
