/** Short names of the months, as every screen and report has them. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The calendar part of a wire date, as "21 Nov 2026"; never moved by a time zone. Other text comes back as it is. */
export function formatDate(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
  const name = month === undefined ? undefined : MONTHS[Number(month) - 1];
  return year && day && name ? `${Number(day)} ${name} ${year}` : text;
}
