/** One run, one project a workspace; `npm run test:unit -- --selectProjects backend` runs one. */
export default {
  projects: ['<rootDir>/contracts', '<rootDir>/backend', '<rootDir>/frontend'],
};
