/** The dashboard; loaded with it. */
export const dash = {
  transfers: 'Transfers',
}
