import "zone.js";
import "./angular.js";
