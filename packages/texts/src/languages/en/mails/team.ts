/** Mails of teams. */
export const team = {
  invited: {
    subject: (who: string, team: string): string => `${who} invites you to the team ${team}`,
    title: (team: string): string => `Join the team ${team}`,
    intro: (who: string, team: string): string =>
      `${who} invites you to send and receive files for ${team}, with its storage and its limits.`,
    asMember:
      'You see what you send yourself and what is shared with you. Files, password and plan of your own account stay yours alone.',
    asAdmin:
      'As an admin you see everything of the team, and invite others. Files, password and plan of your own account stay yours alone.',
    button: 'Look at the invitation',
    linkLabel: 'The invitation:',
    until: (date: string): string => `It is open until ${date}. Looking at it accepts nothing.`,
    ignore: 'If you do not know who invites you, ignore this mail: nothing happens.',
  },
  handover: {
    subject: (who: string, team: string): string => `${who} hands the team ${team} over to you`,
    title: (team: string): string => `Take over the team ${team}`,
    intro: (who: string, team: string): string =>
      `${who} wants you to be the owner of ${team}. You then decide about its plan, pay for it, and everything in it is in your hands. ${who} stays as an admin.`,
    own: 'Files, password and plan of your own account stay as they are.',
    button: 'Look at it and decide',
    linkLabel: 'To decide:',
    until: (date: string): string => `You have until ${date}. Nothing changes before you have confirmed it with your password.`,
    ignore: 'If you do not want that, ignore this mail: nothing happens.',
  },
  news: {
    subject: (team: string): string => `News of the team ${team}`,
    title: 'Your team has changed',
    accepted: (team: string, who: string): string => `${who} has joined the team ${team}.`,
    declined: (team: string, who: string): string =>
      `${who} has declined your invitation to the team ${team}. The seat is free again.`,
    removed: (team: string): string =>
      `You are not in the team ${team} any more. What you made there stays with the team. Your own account goes on as it is.`,
    left: (team: string, who: string): string => `${who} has left the team ${team}. What they made there is yours now.`,
    madeAdmin: (team: string): string => `You are an admin of the team ${team} now: you see everything of it, and invite others.`,
    madeMember: (team: string): string =>
      `You are a member of the team ${team} now: you see what you send and what is shared with you.`,
    ownsNow: (team: string, who: string): string =>
      `The team ${team} is yours now, with its plan, its storage and its payments. ${who} stays as an admin.`,
    ownedBefore: (team: string, who: string): string =>
      `The team ${team} is ${who}’s now, with its plan, its storage and its payments. You stay as an admin, and your account has a room of its own, on the Free plan.`,
    ending: (team: string, who: string): string =>
      `The team ${team} is going to be deleted in seven days with the account of its owner, ${who}, who can still keep it. Until then nothing can be sent there. Ask ${who} if you need something of it; your own account stays as it is.`,
    goesOn: (team: string, who: string): string =>
      `The team ${team} goes on: ${who} has kept the account. Everything is as it was.`,
    ended: (team: string): string =>
      `The team ${team} was deleted with the account of its owner, and so was what was made there. Your own account stays as it is.`,
    button: 'Open the team',
    linkLabel: 'The team:',
    footer: 'You get this mail because of your account.',
  },
}
