/** How transfers and file requests stand, in a word or two: lists of the dashboard and of the command line. */
export const standings = {
  transfer: {
    active: 'Active',
    received: 'Received',
    pending: 'Not opened yet',
    seen: 'Opened',
    partly: 'Partly downloaded',
    downloaded: 'Downloaded',
    bounced: 'Mail came back',
    refused: 'Mail not wanted',
    expiring: 'Expires {{when}}',
    expired: 'Expired',
    disabled: 'Closed',
    uploading: 'Uploading',
    stalled: 'Stalled',
    limitReached: 'Limit reached',
    takenDown: 'Taken down',
  },
  request: {
    open: 'Open',
    closed: 'Closed',
    full: 'Full',
    expired: 'Ended',
    takenDown: 'Taken down',
  },
}
