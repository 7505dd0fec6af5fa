export function companyServiceId(company: string, index: number): string {
  return `cs-${company.slice(2)}-${index + 1}`;
}
