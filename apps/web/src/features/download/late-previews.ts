/** A step of its own: whoever names a part that comes later carries the list of all that it needs, and the page is to carry little. */
export const loadPreviews = () => import('./previews.tsx')
