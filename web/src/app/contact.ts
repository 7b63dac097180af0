/** Who stands behind the site. The one place to change these. */
export const contact = {
  email: 'support@fws.example',
  /** The grievance officer, whom the law wants named. */
  grievance: 'grievance@fws.example',
  phone: '080 0000 0000',
  phoneLink: 'tel:+918000000000',
  address: ['14, Sample Road, Shivajinagar', 'Pune 411005, Maharashtra'],
  social: [
    { name: 'LinkedIn', url: 'https://www.linkedin.com/company/fws-example' },
    { name: 'Instagram', url: 'https://www.instagram.com/fws.example' },
    { name: 'YouTube', url: 'https://www.youtube.com/@fws-example' },
  ],
};
