export { provideSession } from "../../../../pkg/dist/angular.js";
