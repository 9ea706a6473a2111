// Days, months and estimates.

export const times = {
  weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  dayAndMonth: (day: number, month: string) => `${day} ${month}`,
  monthOfYear: (month: string, yearOfCentury: string) => `${month} ’${yearOfCentury}`,
  aboutSeconds: (seconds: number) => `about ${seconds} s`,
  aboutMinutes: (minutes: number) => `about ${minutes} min`,
}
