export const QuickSend = () => <section />
